// Compile what is in archives with the Python that will import it: node compile.mjs PYODIDE FOLDER NAME.zip ...
// Of the last, which has Domik, the templates of the pages, too: as modules, so that nothing parses them in a browser.
// Docstrings and columns are left out: nobody reads them in a browser, and they are a third of the bytes.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(String(error?.message).trim().split("\n").at(-1)); // and not the line of a script of a megabyte
  process.exit(1);
});
const [pyodide, folder, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" } });
python.runPython(`
import ast, importlib.util, marshal, pathlib, sys, zipfile

HAVE_DOCSTRINGS = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
UNCHECKED = (1).to_bytes(4, "little")  # the source is not there to be compared

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, HAVE_DOCSTRINGS) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def compiled(name, data):
    code = compile(without_docstrings(ast.parse(data)), name, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(data) + marshal.dumps(code)

def compile_archive():
    with zipfile.ZipFile("/in.zip") as given, zipfile.ZipFile("/out.zip", "w") as made:
        for old in given.infolist():
            data, name = given.read(old), old.filename
            if name.endswith(".py"):
                data, name = compiled(name, data), name + "c"
            made.writestr(zipfile.ZipInfo(name, old.date_time), data)

def compile_templates():
    sys.path.insert(0, "/out")
    zipfile.ZipFile("/out.zip").extractall("/out")
    from domik.offline.browser import set_clock
    from domik.offline.core import install_core
    set_clock()
    install_core()
    from domik.offline.templates import FOLDER, compile_into
    compile_into("/templates")
    with zipfile.ZipFile("/out.zip", "a") as made:
        for path in sorted(pathlib.Path("/templates").iterdir()):
            data = compiled(path.name, path.read_bytes())
            made.writestr(zipfile.ZipInfo(f"domik/web/{FOLDER}/{path.name}c"), data)
`);
for (const name of names) {
  python.FS.writeFile("/in.zip", fs.readFileSync(`${folder}/${name}`));
  python.globals.get("compile_archive")();
  if (name === names.at(-1)) python.globals.get("compile_templates")();
  fs.writeFileSync(`${folder}/${name}`, python.FS.readFile("/out.zip"));
}
