import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { usePage } from '../../platform/page.ts';
import { usePageState } from '../../platform/page-state.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { shelfCountsQuery } from './api.ts';
import { shelfNames } from './display.ts';
import { ShelfPanel } from './ShelfPanel.tsx';
import { shelfSearch, shelves } from './shelf-display.ts';

/** Everything the member can open, in three tabs (MYRES-01). */
export function MyResourcesScreen() {
  const [{ tab: shelf, page }, change] = usePageState(shelfSearch);
  const { data: counts } = useQuery(shelfCountsQuery);
  usePage('My Resources');
  return (
    <>
      <PageHeading
        title="My Resources"
        subtitle="Everything you own or can open with your plan."
        actions={
          <Link to="/my-resources/saved" className={buttonClasses({ variant: 'outline' })}>
            <Bookmark size={16} />
            Saved Resources
          </Link>
        }
      />
      <Tabs
        label="My Resources"
        tabs={shelves.map((value) => ({ value, label: shelfNames[value], count: counts?.[value] }))}
        value={shelf}
        onValueChange={(value) => {
          const chosen = shelves.find((one) => one === value);
          if (chosen) change({ tab: chosen, page: 1 }, { replace: true });
        }}
      >
        {shelves.map((value) => (
          <TabPanel key={value} value={value} className="pt-2">
            <ShelfPanel
              shelf={value}
              page={page}
              onPage={(next) => change({ tab: value, page: next }, { keepScroll: false })}
            />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
