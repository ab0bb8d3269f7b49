// test262-node.mjs KIND FILE: runs FILE in this node as a script of the global scope or as a module, and fails as node does.
import fs from 'node:fs';
import vm from 'node:vm';
import { pathToFileURL } from 'node:url';

const [kind, file] = process.argv.slice(2);
if (kind === 'module')
    await import(pathToFileURL(file));
else
    vm.runInThisContext(fs.readFileSync(file, 'utf8'), { filename: file, importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER });
