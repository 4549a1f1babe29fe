import type { ChangeEvent } from 'react';
import { expect, test } from 'vitest';
import { withLimit } from './character-limit.ts';

type Typed = { shown: string; read: string; caret: number };

/**
 * Returns the text that a field shows and its form reads after a key or an input method has changed the field. `|`
 * marks the caret.
 */
function typed(marked: string, { isComposing = false } = {}): Typed {
  let read = '';
  const at = marked.indexOf('|');
  const value = marked.replace('|', '');
  const target = {
    value,
    selectionEnd: at < 0 ? value.length : at,
    setSelectionRange(_start: number, end: number) {
      this.selectionEnd = end;
    },
  };
  const event = { target, nativeEvent: { isComposing } } as unknown as ChangeEvent<HTMLInputElement>;
  withLimit<HTMLInputElement>((given) => {
    read = given.target.value;
  }, 3)?.(event);
  return { shown: target.value, read, caret: target.selectionEnd };
}

test('TEXT-03 a field takes as many emoji as letters', () => {
  expect(typed('👩🏽‍🚀🇬🇧é')).toMatchObject({ shown: '👩🏽‍🚀🇬🇧é', read: '👩🏽‍🚀🇬🇧é' });
});

test('TEXT-03 a field cuts what is longer between two characters', () => {
  expect(typed('👩🏽‍🚀🇬🇧é👍🏽')).toMatchObject({ shown: '👩🏽‍🚀🇬🇧é', read: '👩🏽‍🚀🇬🇧é' });
});

test('TEXT-03 a field leaves half-written characters of an input method alone', () => {
  expect(typed('にほんg', { isComposing: true }).shown).toBe('にほんg');
});

test('TEXT-03 a field that is full takes nothing more in its middle, and keeps what is behind it', () => {
  expect(typed('ax|bc')).toEqual({ shown: 'abc', read: 'abc', caret: 1 });
  expect(typed('a👍🏽👍🏽👍🏽|c')).toEqual({ shown: 'a👍🏽c', read: 'a👍🏽c', caret: 5 });
  expect(typed('|abcd')).toEqual({ shown: 'abc', read: 'abc', caret: 0 });
});
