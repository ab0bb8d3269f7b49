// Methods of Array.prototype.
console.log(
    [3,1,2].sort(), [10,9,1].sort(), [3,1,2].sort((a,b)=>b-a), [,3,undefined,1].sort(), ['b',,'a'].sort(),
    [5,1,4].toSorted(), [1,2,3].toReversed(), [1,2,3].with(1,9), [1,2,3,4].toSpliced(1,2,'x')
);
console.log(
    [1,[2,[3,[4]]]].flat(), [1,[2,[3,[4]]]].flat(Infinity), [1,2].flatMap(x=>[x,x*2]), [1,2,3,4,5].copyWithin(0,3),
    [1,2,3].fill(0,1), Array.from({length:3},(_, i)=>i*2), Array.of(7,8), Array.from('abc'),
    Array.from(new Set([1,1,2])), [1,2,3].includes(NaN), [NaN].includes(NaN), [NaN].indexOf(NaN)
);
console.log(
    [1,2,3].reduce((a,b)=>a+b), [1,2,3].reduceRight((a,b)=>a+'-'+b), [1,2,3,4].findLast(x=>x%2),
    [1,2,3].findLastIndex(x=>x>5), [1,2,3].at(-1), [1,2,3].lastIndexOf(3), [[1,2],[3]].join(';'),
    [null,undefined,1].join(), [1,2,3].splice(1,1), [1,2,3].entries().next(), [...[1,2].keys()]
);
const arr=[1,2,3,4,5]; arr.splice(1,2,'a','b','c'); arr.unshift(0); arr.reverse(); console.log(arr, arr.shift(), arr.pop(), arr.length, arr.concat([1],[2,[3]],4), arr.slice(1,-1), arr.indexOf('a'));
