// Date: local time (the test runs in UTC), parsing, setters.
const d=new Date(2024,1,29,12,34,56,789);
console.log(d.toISOString(), d.getDay(), d.getTime(), d.toString(), d.toDateString(), d.toTimeString(), d.toUTCString(), d.toLocaleString(), d.toLocaleDateString(), d.toLocaleTimeString(), JSON.stringify(d), d.getTimezoneOffset(), d.getYear());
console.log(Date.UTC(2020,0), new Date('2020-01-01').getTime(), new Date('2020-01-01T00:00').getTime(), Date.parse('Thu, 01 Jan 1970 00:00:00 GMT'), Date.parse('Jan 1, 2020 10:00'), Date.parse('2020/01/02'), Date.parse('1 January 2000'), Date.parse('Tue Mar 01 2022 10:11:12 GMT+0100 (CET)'), Date.parse('2020-01-01 10:00'), Date.parse('12/25/1995'), Date.parse('x'), Date.parse('2020-1-1'), Date.parse('Dec 25, 1995 1:30 PM'));
const e=new Date(0);
e.setFullYear(2000,1,30);
console.log(e.toISOString(), e.setMonth(13), e.setHours(25,61), e.setDate(0), e.setUTCMinutes(5), e.setMilliseconds(1), e.setTime(NaN), e.getDate(), new Date(8.64e15).toISOString(), new Date(8.64e15+1).getTime(), new Date(-1).toISOString(), new Date(-62198755200000).toISOString(), new Date(2019,12).getMonth(), new Date(99,0).getFullYear(), typeof Date(), new Date(undefined).getTime(), new Date(null).getTime(), new Date('').getTime(), `${new Date(0)}`, new Date(0)-new Date(5), new Date(0)+1);
