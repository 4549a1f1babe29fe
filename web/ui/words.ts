import { createContext, useContext } from 'react';
import { usualWords, type Words } from '#contract/words.ts';

/** The portal's words for principles, phases and roles; the root of the app provides them. */
export const WordsContext = createContext<Words>(usualWords);

/** What this portal calls principles, phases and roles. */
export function useWords(): Words {
  return useContext(WordsContext);
}
