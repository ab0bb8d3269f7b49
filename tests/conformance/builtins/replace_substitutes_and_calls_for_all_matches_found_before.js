// Templates and callbacks of replace: places of matches, captures that took no part, lastIndex, groups, exec of a subclass.
const out = [];
const show = (work) => {
    try {
        out.push(JSON.stringify(work()));
    } catch (error) {
        out.push(`${error.name}: ${error.message}`);
    }
};
show(()=>'abcabc'.replace(/b/g,'[$&|$`|$\'|$$|$1|$0]'));
show(()=>'abcabc'.replace(/(b)(x)?/g,'<$1$2$3$01$10$02>'));
show(()=>'aaa'.replace(/(?<n>a)/g,'[$<n>$<m>$<n]'));
show(()=>'aaa'.replace(/a/g,'[$<n>]'));
show(()=>'a1b2'.replace(/(?<l>[a-z])|(?<d>\d)/g,'{$<l>:$<d>}'));
show(()=>'aXbX'.replace(/x/gi,(...a)=>JSON.stringify(a)));
show(()=>'aXbX'.replace(/(?<q>x)/gi,(...a)=>JSON.stringify(a)));
show(()=>'abc'.replace(/(x)?/g,(...a)=>JSON.stringify(a)));
show(()=>'abc'.replace(/(x)?/g,'-$1-'));
show(()=>{const r=/a/y;r.lastIndex=1;return ['baa'.replace(r,'[$&]'),r.lastIndex,'baa'.replace(r,(m)=>m+m),r.lastIndex]});
show(()=>{const r=/b/y;r.lastIndex=1;return ['aaa'.replace(r,'[$&]'),r.lastIndex]});
show(()=>{const r=/a/g;const seen=[];r.lastIndex=2;const v='aaa'.replace(r,(m,i)=>{seen.push(r.lastIndex);r.lastIndex=7;r.compile('(z)(y)');return i});return [v,seen,r.lastIndex]});
show(()=>'\u{1F600}a\u{1F600}'.replace(/(?:)/gu,'-'));
show(()=>'\u{1F600}a\u{1F600}'.replace(/(?:)/g,'-'));
show(()=>'abc'.replace(/z/g,'$1'));
show(()=>'abc'.replace(/b/,()=>{throw new Error('x')}));
show(()=>'aaaa'.replace(/a/g,(m,i)=>({toString(){return i+','}})));
show(()=>'aaaa'.replaceAll(/a/g,'$&$&'));
show(()=>'abab'.replaceAll('b','[$`|$\'|$&|$1|$$|$<x>]'));
show(()=>'x'.replace(/(x)(y)?/,'$2$1$11$20'));
show(()=>'abc'.replace(/(?<a>b)/,'$<a'));
show(()=>{class R extends RegExp{exec(s){const r=super.exec(s);if(r)r[1]=undefined;return r}} return 'abc'.replace(new R('(b)','g'),'[$1$&]')});
show(()=>{const r=/b/g; r.exec=()=>null; return 'abc'.replace(r,'x')});
show(()=>'a'.repeat(3).replace(/a/g,'é\u0100$&'));
show(()=>/(?<y>\d)(?:-(?<z>\d))?/[Symbol.replace]('1-2 3',"$<z>$<y>"));
show(()=>{let n=0;const r=/a/g;'a'.repeat(100000).replace(r,()=>{n++;return ''});return n});
console.log(out.join('\n'));
