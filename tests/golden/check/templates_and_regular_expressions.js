// @command check --script
`\u{`; `\01`;
f`\u{`;
/(/; /a/gg; /a/uv; /\u{110000}/u; /(?<a>.)(?<a>.)/;
