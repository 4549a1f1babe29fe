import { expect, test } from 'vitest';
import { cleanedPaste } from './article-extensions.ts';

test('pasted headings become those that articles have', () => {
  expect(cleanedPaste('<h1 id="a">A</h1><h2>B</h2><h5>C</h5><hr>')).toBe('<h2 id="a">A</h2><h2>B</h2><h3>C</h3><hr>');
});

test('GEN-20 styles, handlers and what runs are gone before the browser reads what is pasted', () => {
  const hostile = [
    '<p style="color:red" onclick="alert(1)" class=a>x</p>',
    "<img/onerror='alert(1)' src=x>",
    '<script>alert("</p>")</script><SVG onload=alert(1)><g></g></SVG>',
    '<p title="a"onclick=alert(1)>y</p>',
  ].join('');
  expect(cleanedPaste(hostile)).not.toMatch(/style|onclick|onerror|onload|script|svg/i);
  expect(cleanedPaste('<p>once = 1, style="plain"</p>')).toBe('<p>once = 1, style="plain"</p>');
});
