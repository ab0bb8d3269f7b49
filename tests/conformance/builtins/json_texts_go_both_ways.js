// JSON.stringify and JSON.parse.
console.log(
    JSON.stringify({a:[1,{b:2}],c:undefined,d:()=>1,e:null,f:NaN,g:new Date(0),h:'q"\n\u2028\ud800'}),
    JSON.stringify([undefined,function(){},Symbol()]), JSON.stringify({a:1,b:[1,2]},null,2),
    JSON.stringify({a:1,b:2},['b']), JSON.stringify({a:1,b:2},(k,v)=>k==='a'?undefined:v), JSON.stringify('x'),
    JSON.stringify(undefined), JSON.stringify({toJSON(){return 5}}), JSON.stringify([],null,2),
    JSON.stringify({},null,2), JSON.stringify(Object.create({x:1})),
    JSON.stringify([new Number(1),new String('s'),new Boolean(true)]), JSON.stringify({a:[]},null,'--'),
    JSON.stringify({1:1,b:2,0:0})
);
console.log(
    JSON.parse('{"a":[1,2,{"b":null}],"c":"\\u0041\\n","d":-1.5e3,"__proto__":1}'),
    JSON.parse('[1,2,3]',(k,v)=>Array.isArray(v)?v:v*2), JSON.parse(' true '), JSON.parse('"\\ud83d\\ude00"'),
    Object.keys(JSON.parse('{"b":1,"a":2,"1":3}'))
);
