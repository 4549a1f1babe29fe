import { pageSearch, setting } from '../platform/search.ts';

const tabs = ['resources', 'online-products', 'subscriptions', 'promo-codes', 'users', 'analytics'] as const;

/** The tab of the administrator's dashboard (ADM-02). The panel of a tab reads the other parameters itself. */
export const adminSearch = pageSearch({ tab: setting(tabs, 'resources') });
