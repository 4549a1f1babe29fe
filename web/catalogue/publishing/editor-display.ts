import { pageSearch, setting } from '#web/platform/search.ts';
import { keysOf, typeNames } from '../catalogue/display.ts';

export const newResourceSearch = pageSearch({ type: setting(keysOf(typeNames), 'article') });
