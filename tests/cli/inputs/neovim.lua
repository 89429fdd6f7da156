-- What an editor asks the language server, as Neovim asks it; the answers are printed.
local folder = vim.env.SITE
vim.cmd("cd " .. folder)
vim.cmd("edit index.md")
local client = vim.lsp.start_client({
  name = "sphinx_docsjson",
  cmd = { vim.env.PYTHON, "-m", "sphinx_docsjson", "lsp" },
  root_dir = folder,
})
vim.lsp.buf_attach_client(0, client)
while #vim.diagnostic.get(0) == 0 do
  vim.wait(100)
end

local function ask(method, line, character, more)
  local asked = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = line, character = character },
  }
  for name, value in pairs(more or {}) do
    asked[name] = value
  end
  local answers = vim.lsp.buf_request_sync(0, method, asked, 600000)
  return answers[client].result
end

local found = vim.diagnostic.get(0)[1]
print("message", found.lnum + 1, found.code)
print("completion", ask("textDocument/completion", 6, 3).items[1].label)
print("hover", (ask("textDocument/hover", 4, 2).contents.value:gsub("%..*", "")))
print("definition", (ask("textDocument/definition", 8, 7).uri:gsub(".*/guide", "guide")))
print("uses", #ask("textDocument/references", 8, 7, { context = { includeDeclaration = true } }))
local range = {
  start = { line = found.lnum, character = found.col },
  ["end"] = { line = found.end_lnum, character = found.end_col },
}
local diagnostic = { range = range, message = found.message, source = found.source, code = found.code }
local context = { diagnostics = { diagnostic } }
print("mend", ask("textDocument/codeAction", 10, 3, { range = range, context = context })[1].title)
print("renamed", #ask("textDocument/rename", 8, 7, { newName = "guide/first" }).documentChanges)
vim.lsp.stop_client(client)
vim.cmd("qa!")
