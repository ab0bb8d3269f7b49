// The ratchet: a list of the runs that are known to fail, one a line. A run that fails and is not listed is a fault; so is one
// that is listed and passes.
import fs from 'node:fs';

const heading = '# Runs of test262 that are known to fail; tools/test262 CHECKOUT --update-known writes them anew.\n';

export class KnownFailures {
    constructor(file) {
        this.file = file;
        const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
        this.ids = new Set(text.split('\n').filter((line) => line && !line.startsWith('#')));
    }

    // Of the list, only what is about these results changes.
    update(results) {
        for (const { id, ok } of results)
            if (ok)
                this.ids.delete(id);
            else
                this.ids.add(id);
        fs.writeFileSync(this.file, `${heading}${[...this.ids].sort().join('\n')}\n`);
    }

    report(results) {
        if (this.ids.size === 0)
            return results.every(({ ok }) => ok);
        const broken = results.filter(({ id, ok }) => !ok && !this.ids.has(id));
        const repaired = results.filter(({ id, ok }) => ok && this.ids.has(id));
        for (const { id, detail } of broken)
            console.log(`not known to fail: ${id}: ${detail}`);
        for (const { id } of repaired)
            console.log(`listed as a failure, but passes: ${id}`);
        return broken.length === 0 && repaired.length === 0;
    }
}
