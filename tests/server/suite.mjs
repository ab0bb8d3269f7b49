// What the test files of this folder share: the list of tests, and the run, three at a time.
const tests = [];
const PATIENCE_MS = 90_000;

// The name is a claim.
export const test = (name, work) => tests.push({ name, work });

// One that takes the whole machine: after the others.
const heavyTests = [];
export const heavyTest = (name, work) => heavyTests.push({ name, work });

function timeout() {
    return new Promise((_, reject) => setTimeout(reject, PATIENCE_MS, new Error('it takes too long')).unref());
}

// Runs the tests whose name contains the word; ends with `N passed, N failed` and the exit status.
export async function runTests(word = '') {
    let passed = 0;
    let failed = 0;
    const work = async (queue) => {
        for (let next; (next = queue.shift()); ) {
            try {
                await Promise.race([next.work(), timeout()]);
                passed++;
            } catch (error) {
                failed++;
                console.log(`not ok: ${next.name.replaceAll(/\W+/g, '_')}\n  ${error.message.replaceAll('\n', '\n  ')}`);
            }
        }
    };
    const chosen = (list) => list.filter(({ name }) => name.includes(word));
    const queue = chosen(tests);
    await Promise.all([work(queue), work(queue), work(queue)]);
    await work(chosen(heavyTests));
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed > 0 ? 1 : 0);
}
