// Whether what an engine did with a test is what the test's front matter asks for. Each function gives null, or the fault.

const firstError = (text) =>
    text.split('\n').filter((line) => line.trim() && !/^\s+at /.test(line)).slice(0, 3).join(' ').slice(0, 200);

const isEarly = ({ negative }) => negative && ['parse', 'early', 'resolution'].includes(negative.phase);

function faultOfCheck(info, result, runner) {
    if (result.status > 1)
        return `ended by status ${result.status}`;
    if (isEarly(info))
        return runner.isRefused(result, info.negative.type) ? null : 'accepted, though it must be refused';
    return result.status === 0 ? null : firstError(result.stderr);
}

function faultOfRun(info, result, runner) {
    const isRefused = runner.isRefused(result);
    if (isEarly(info))
        return runner.isRefused(result, info.negative.type) ? null : 'accepted, though it must be refused';
    if (isRefused)
        return `refused: ${firstError(result.stderr)}`;
    if (info.negative)
        return result.status !== 0 && result.stderr.includes(info.negative.type)
            ? null
            : `no ${info.negative.type}: ${firstError(result.stderr)}`;
    if (result.status !== 0)
        return firstError(result.stderr) || `ended by status ${result.status}`;
    if (info.flags.has('async') && !result.stdout.includes('Test262:AsyncTestComplete'))
        return `not complete: ${result.stdout.slice(0, 200)}`;
    return null;
}

export function faultOf(info, result, runner) {
    if (result.timedOut)
        return 'timed out';
    if (result.signal)
        return `ended by ${result.signal}`;
    return runner.checksOnly ? faultOfCheck(info, result, runner) : faultOfRun(info, result, runner);
}
