import { expect, test } from 'vitest';
import { cleanedPaste } from './article-extensions.ts';

test('pasted headings become levels that articles support', () => {
  expect(cleanedPaste('<h1 id="a">A</h1><h2>B</h2><h5>C</h5><hr>')).toBe('<h2 id="a">A</h2><h2>B</h2><h3>C</h3><hr>');
});

test('GEN-20 styles, handlers and scripts are removed before the browser parses pasted HTML', () => {
  const hostile = [
    '<p style="color:red" onclick="alert(1)" class=a>x</p>',
    "<img/onerror='alert(1)' src=x>",
    '<script>alert("</p>")</script><SVG onload=alert(1)><g></g></SVG>',
    '<p title="a"onclick=alert(1)>y</p>',
  ].join('');
  expect(cleanedPaste(hostile)).not.toMatch(/style|onclick|onerror|onload|script|svg/i);
  expect(cleanedPaste('<p>once = 1, style="plain"</p>')).toBe('<p>once = 1, style="plain"</p>');
});
