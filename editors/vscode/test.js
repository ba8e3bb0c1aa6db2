// `npm run check`: what of the extension works without an editor.
'use strict';

const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { findTarget, serverOptions } = require('./target');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'genext-vscode-'));
assert.strictEqual(findTarget(root), null);
fs.mkdirSync(path.join(root, 'vm'));
fs.writeFileSync(path.join(root, 'setup.py'), 'x = 1\n');
fs.writeFileSync(path.join(root, 'vm', 'targetvm.py'), 'def target(driver, args):\n    pass\n');
assert.strictEqual(findTarget(root), path.join(root, 'vm', 'targetvm.py'));
assert.deepStrictEqual(serverOptions(''), { command: 'genext', args: ['lsp'] });
fs.rmSync(root, { recursive: true });
