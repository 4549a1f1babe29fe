import { pageSearch, setting } from '../../platform/search.ts';
import { keysOf, typeNames } from '../catalogue/display.ts';

/** What the address of a new resource's page holds. */
export const newResourceSearch = pageSearch({ type: setting(keysOf(typeNames), 'article') });
