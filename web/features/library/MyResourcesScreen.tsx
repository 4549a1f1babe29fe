import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import type { Shelf } from '#contract/library.ts';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { AppLink } from '../../platform/link.tsx';
import { usePage } from '../../platform/page.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { shelfCountsQuery } from './api.ts';
import { shelfNames } from './display.ts';
import { ShelfPanel } from './ShelfPanel.tsx';
import { readShelfAddress, shelfAddress } from './shelf-display.ts';

const addressState = { read: readShelfAddress, addressOf: shelfAddress };
const shelves: Shelf[] = ['purchased', 'subscribed', 'free'];

/** Everything the member can open, in three tabs (MYRES-01). */
export function MyResourcesScreen() {
  const [{ shelf, page }, change] = useAddressState(addressState);
  const { data: counts } = useQuery(shelfCountsQuery);
  usePage('My Resources');
  return (
    <>
      <PageHeading
        title="My Resources"
        subtitle="Everything you own or can open with your plan."
        actions={
          <AppLink href={paths.savedResources()} className={buttonClasses({ variant: 'outline' })}>
            <Bookmark size={16} />
            Saved Resources
          </AppLink>
        }
      />
      <Tabs
        label="My Resources"
        tabs={shelves.map((value) => ({ value, label: shelfNames[value], count: counts?.[value] }))}
        value={shelf}
        onValueChange={(value) => {
          const chosen = shelves.find((one) => one === value);
          if (chosen) change({ shelf: chosen, page: 1 }, { replace: true });
        }}
      >
        {shelves.map((value) => (
          <TabPanel key={value} value={value} className="pt-2">
            <ShelfPanel
              shelf={value}
              page={page}
              onPage={(next) => change({ shelf: value, page: next }, { keepScroll: false })}
            />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
