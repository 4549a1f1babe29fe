import type { ChangeEvent } from 'react';
import { expect, test } from 'vitest';
import { withLimit } from './character-limit.ts';

/** What a field holds, and what its form reads, after an input method or a key has changed it to this. */
function typed(value: string, { isComposing = false } = {}): { shown: string; read: string } {
  let read = '';
  const target = { value };
  const event = { target, nativeEvent: { isComposing } } as unknown as ChangeEvent<HTMLInputElement>;
  withLimit<HTMLInputElement>((given) => {
    read = given.target.value;
  }, 3)?.(event);
  return { shown: target.value, read };
}

test('TEXT-03 a field takes as many emoji as letters', () => {
  expect(typed('👩🏽‍🚀🇬🇧é')).toEqual({ shown: '👩🏽‍🚀🇬🇧é', read: '👩🏽‍🚀🇬🇧é' });
});

test('TEXT-03 a field cuts what is longer between two characters', () => {
  expect(typed('👩🏽‍🚀🇬🇧é👍🏽')).toEqual({ shown: '👩🏽‍🚀🇬🇧é', read: '👩🏽‍🚀🇬🇧é' });
});

test('TEXT-03 a field leaves half-written characters of an input method alone', () => {
  expect(typed('にほんg', { isComposing: true }).shown).toBe('にほんg');
});
