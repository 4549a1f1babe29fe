import { expect, it } from 'vitest';
import { createGauge } from './overload.ts';

function gaugeOf({ underWay, tookMs }: { underWay: number; tookMs: number }) {
  const gauge = createGauge();
  for (let request = 0; request < underWay; request += 1) gauge.entered();
  for (let answer = 0; answer < 200; answer += 1) gauge.answered(tookMs);
  return gauge;
}

it('turns requests away when many are under way and answers come late', () => {
  expect(gaugeOf({ underWay: 100, tookMs: 800 }).isFull()).toBe(true);
});

it('takes a crowd while answers are quick, and slow work while it is little', () => {
  expect(gaugeOf({ underWay: 1_000, tookMs: 300 }).isFull()).toBe(false);
  expect(gaugeOf({ underWay: 99, tookMs: 5_000 }).isFull()).toBe(false);
});

it('takes requests again as soon as enough have left', () => {
  const gauge = gaugeOf({ underWay: 100, tookMs: 800 });
  gauge.left();
  expect(gauge.isFull()).toBe(false);
});
