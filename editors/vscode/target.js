// What needs no editor: finding a target, and how the server is started.
'use strict';

const fs = require('fs');
const path = require('path');

const DEPTH = 2;
const SKIPPED = new Set(['node_modules', 'target', 'venv', '__pycache__']);

// The first file of a folder, or of folders in it, that defines `target` or `entry_point`; null if there is none.
function findTarget(folder, depth = DEPTH) {
  let entries;
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries.filter((e) => e.isFile() && e.name.endsWith('.py'))) {
    const file = path.join(folder, entry.name);
    if (/^def (target|entry_point)\(/m.test(fs.readFileSync(file, 'utf8'))) {
      return file;
    }
  }
  if (depth === 0) {
    return null;
  }
  for (const entry of entries.filter((e) => e.isDirectory())) {
    if (!entry.name.startsWith('.') && !SKIPPED.has(entry.name)) {
      const found = findTarget(path.join(folder, entry.name), depth - 1);
      if (found) {
        return found;
      }
    }
  }
  return null;
}

function serverOptions(program) {
  return { command: program || 'genext', args: ['lsp'] };
}

module.exports = { findTarget, serverOptions };
