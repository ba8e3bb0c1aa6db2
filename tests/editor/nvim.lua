-- Drives `genext lsp` by a real editor, without a screen:
--
--   GENEXT=target/release/genext nvim --headless --clean -l tests/editor/nvim.lua
--
-- (Neovim 0.7 has no -l: `nvim --headless --clean -c 'luafile tests/editor/nvim.lua'`.) The client is started by the
-- text of `docs/editor.md` itself, so that the snippet there is known to work. Prints `ok` and exits with 0, or says
-- what is wrong and exits with 1. The Rust test `cli/tests/nvim.rs` runs it where Neovim is installed.

local folder = assert(os.getenv("EDITOR_TEST_FOLDER"), "EDITOR_TEST_FOLDER is not set")
local docs = assert(os.getenv("EDITOR_TEST_DOCS"), "EDITOR_TEST_DOCS is not set")

local SOURCE = [[
class Word(object):
    def __init__(self, text):
        self.text = text

def size(w):
    n = len(w.text)
    return n

def entry_point(argv):
    w = Word(argv[0])
    return size(w)
]]

local function fail(message)
  io.stderr:write("FAILED: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, what, seen)
  if not condition then
    fail(what .. ": " .. vim.inspect(seen))
    error(what)
  end
end

local function wait(what, condition)
  check(vim.wait(20000, condition, 20), "timeout: " .. what)
end

-- The answer to a request of this buffer's one client.
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  check(answers, "no answer to " .. method, answers)
  for _, answer in pairs(answers) do
    check(not answer.error, method, answer)
    return answer.result
  end
end

local function at(line, character, more)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = character },
  }
  return vim.tbl_extend("force", params, more or {})
end

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

local function snippet()
  local file = assert(io.open(docs))
  local text = file:read("*a")
  file:close()
  return assert(text:match("```lua\n(.-)```"), "the page has no snippet")
end

local function main()
  write("targetword.py", SOURCE)
  vim.cmd("cd " .. vim.fn.fnameescape(folder))
  vim.cmd("filetype on")
  assert((loadstring or load)(snippet()))()
  vim.cmd("edit targetword.py")
  vim.bo.filetype = "python"
  wait("a client", function()
    return #vim.tbl_values(vim.lsp.buf_get_clients(0)) == 1
  end)

  -- The answer says `n: int` as soon as the first check is done.
  local hover
  wait("types", function()
    hover = ask("textDocument/hover", at(6, 11))
    return type(hover) == "table"
  end)
  check(hover.contents.value:find("n: int", 1, true), "hover", hover)
  check(#vim.diagnostic.get(0) == 0, "no diagnostics yet", vim.diagnostic.get(0))

  local definition = ask("textDocument/definition", at(10, 12))
  check(definition.range.start.line == 4, "definition", definition)
  local references = ask("textDocument/references", at(4, 5, { context = { includeDeclaration = true } }))
  check(#references == 2, "references", references)
  local symbols = ask("textDocument/documentSymbol", { textDocument = { uri = vim.uri_from_bufnr(0) } })
  check(#symbols == 3 and symbols[1].name == "Word", "symbols", symbols)

  -- Neovim applies the edits of a renaming itself.
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", at(4, 5, { newName = "length" })), "utf-16")
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  check(lines[5] == "def length(w):" and lines[11] == "    return length(w)", "renaming", lines)

  -- A misspelt name is published, and its code action mends it.
  vim.api.nvim_buf_set_lines(0, 10, 11, false, { "    return lenght(w)" })
  wait("a diagnostic", function()
    local found = vim.diagnostic.get(0)
    return #found == 1 and found[1].code == "E0302"
  end)
  local actions = ask("textDocument/codeAction", {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    range = { start = { line = 10, character = 12 }, ["end"] = { line = 10, character = 12 } },
    context = { diagnostics = {} },
  })
  check(#actions == 1, "code actions", actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  check(lines[11] == "    return length(w)", "the help is applied", lines)
  wait("no diagnostics", function()
    return #vim.diagnostic.get(0) == 0
  end)

  -- Completion of a text that does not parse.
  vim.api.nvim_buf_set_lines(0, 6, 7, false, { "    w.", "    return n" })
  local items = ask("textDocument/completion", at(6, 6))
  local labels = vim.tbl_map(function(i) return i.label end, items)
  check(vim.tbl_contains(labels, "text"), "completion", labels)
  print("ok\n")
  vim.cmd("qall!")
end

local good, message = pcall(main)
if not good then
  fail(tostring(message))
end
