// What is known of the runs: the log that a later call goes on from, and the tables.
import fs from 'node:fs';

export class Log {
    constructor(file) {
        this.file = file;
        this.kept = new Map();
        if (!file || !fs.existsSync(file))
            return;
        for (const line of fs.readFileSync(file, 'utf8').split('\n').filter((text) => text.endsWith('}'))) {
            const verdict = JSON.parse(line);
            this.kept.set(verdict.id, verdict);
        }
    }

    find(id) {
        return this.kept.get(id);
    }

    add(verdict) {
        this.kept.set(verdict.id, verdict);
        if (this.file)
            fs.appendFileSync(this.file, `${JSON.stringify(verdict)}\n`);
    }
}

const folderOf = (id) => id.replace(/\/[^/]*\.js \(\w+\)$/, '').split('/').slice(0, 3).join('/');

function countBy(results, keysOf) {
    const groups = new Map();
    for (const result of results)
        for (const key of keysOf(result)) {
            const counts = groups.get(key) ?? { passed: 0, failed: 0 };
            counts[result.ok ? 'passed' : 'failed']++;
            groups.set(key, counts);
        }
    return Object.fromEntries([...groups].sort(([, a], [, b]) => b.failed - a.failed));
}

const share = ({ passed, failed }) => `${((100 * passed) / Math.max(1, passed + failed)).toFixed(2)} %`;

function printTable(title, groups, limit) {
    const rows = Object.entries(groups).filter(([, counts]) => counts.failed > 0).slice(0, limit);
    if (rows.length > 0)
        console.log(`\n${title}`);
    for (const [name, counts] of rows)
        console.log(`${String(counts.failed).padStart(6)} of ${String(counts.passed + counts.failed).padStart(6)} fail  ${name}`);
}

// Prints totals and tables; returns them as they go to --json.
export function printReport(results, { fresh, elapsed }) {
    const failures = results.filter((result) => !result.ok).map(({ id, detail }) => ({ id, detail }));
    const total = { passed: results.length - failures.length, failed: failures.length };
    const areas = countBy(results, ({ id }) => [id.split('/')[0]]);
    const folders = countBy(results, ({ id }) => [folderOf(id)]);
    const features = countBy(results, (result) => result.features ?? []);
    printTable('by folder', folders, 60);
    printTable('by feature', features, 30);
    console.log('');
    for (const [name, counts] of Object.entries(areas))
        console.log(`${name}: ${counts.passed} of ${counts.passed + counts.failed} (${share(counts)})`);
    console.log(`${total.passed} passed, ${total.failed} failed (${share(total)})`);
    const milliseconds = fresh > 0 ? elapsed / fresh : 0;
    if (fresh > 0)
        console.log(`${fresh} runs in ${(elapsed / 1000).toFixed(1)} s: ${milliseconds.toFixed(1)} ms a run`);
    return { total, areas, folders, features, milliseconds, failures };
}
