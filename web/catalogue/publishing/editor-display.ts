import { pageSearch, setting } from '../../platform/search.ts';
import { keysOf, typeNames } from '../catalogue/display.ts';

/** URL parameters of a new resource's page. */
export const newResourceSearch = pageSearch({ type: setting(keysOf(typeNames), 'article') });
