import * as react from 'react/jsx-dev-runtime';
import { separateTexts } from './separate-texts.ts';

// biome-ignore lint/performance/noBarrelFile: JSX asks this module for all three names
export { Fragment, type JSX } from 'react/jsx-dev-runtime';

/** The `jsx` of jsx-runtime.ts for development and component tests. */
export const jsxDEV: typeof react.jsxDEV = (type, given, key, isStatic, ...rest) => {
  const props = separateTexts(type, given);
  return react.jsxDEV(type, props, key, isStatic && Array.isArray(props.children), ...rest);
};
