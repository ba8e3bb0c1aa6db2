// Starts `genext lsp` for the Python files of a folder that has a target.
'use strict';

const fs = require('fs');
const path = require('path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { findTarget, serverOptions } = require('./target');

let client;

async function start() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const settings = vscode.workspace.getConfiguration('genext');
  const wanted = settings.get('target');
  let target = null;
  if (wanted && folder) {
    target = path.resolve(folder, wanted);
    if (!fs.existsSync(target)) {
      vscode.window.showErrorMessage(`genext: there is no target ${target}`);
      return;
    }
  } else if (folder) {
    target = findTarget(folder);
  }
  const open = vscode.window.activeTextEditor?.document;
  const isTarget = open && /^def (target|entry_point)\(/m.test(open.getText());
  if (!target && !isTarget && settings.get('onlyWithTarget')) {
    return;
  }
  client = new LanguageClient(
    'genext',
    'genext',
    serverOptions(settings.get('path')),
    {
      documentSelector: [{ scheme: 'file', language: 'python' }],
      initializationOptions: target ? { target } : {},
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const help = 'set `genext.path` to the program';
    vscode.window.showErrorMessage(`genext: the language server does not start (${help}): ${error.message}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

async function setTarget() {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  if (!folder || !file) {
    return;
  }
  const settings = vscode.workspace.getConfiguration('genext');
  await settings.update('target', path.relative(folder, file));
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('genext.restart', restart),
    vscode.commands.registerCommand('genext.setTarget', setTarget),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration('genext')) {
        restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
