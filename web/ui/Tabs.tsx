import { Tabs as RadixTabs } from 'radix-ui';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

export type Tab = {
  value: string;
  /** Start of the accessible name, letter for letter. */
  label: string;
  /** Small number after the label. */
  count?: number;
};

export type TabsProps = {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: Tab[];
  value: string;
  onValueChange: (value: string) => void;
  /** `segmented` is the two-sided switch of the sign-in screen. */
  variant?: 'underline' | 'segmented';
  className?: string;
  /** Each `TabPanel` is rendered only while its tab is selected. */
  children: ReactNode;
};

const listLooks = {
  underline:
    'flex gap-3.5 overflow-x-auto scrollbar-none border-b border-border lg:gap-5 max-lg:-mx-4 max-lg:px-4 max-lg:scroll-px-4',
  segmented: 'grid auto-cols-fr grid-flow-col rounded-md bg-muted p-1',
};

const tabLooks = {
  underline:
    '-mb-px inline-flex min-h-11 flex-none items-center gap-2 border-b-2 border-transparent px-1 py-3 text-sm font-semibold whitespace-nowrap ' +
    'text-muted-foreground hover:text-foreground focus-visible:outline-offset-[-2px] ' +
    'data-[state=active]:border-primary data-[state=active]:text-foreground',
  segmented:
    'min-h-10 rounded-sm text-sm font-semibold text-muted-foreground data-[state=active]:bg-card data-[state=active]:text-foreground data-[state=active]:shadow-sm',
};

/** Row of tabs that arrow keys move through. A narrow row scrolls sideways and keeps the selected tab in view. */
export function Tabs({ label, tabs, value, onValueChange, variant = 'underline', className, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);

  // The selected tab may be outside the scrolled row, and only the layout knows. Only the row is scrolled, not the
  // page.
  useEffect(() => {
    const row = list.current;
    const selected = row?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`);
    if (!row || !selected) return;
    const margin = 16;
    const start = selected.offsetLeft - row.offsetLeft - margin;
    const end = start + selected.offsetWidth + 2 * margin;
    if (start < row.scrollLeft) row.scrollLeft = start;
    else if (end > row.scrollLeft + row.clientWidth) row.scrollLeft = end - row.clientWidth;
  }, [value]);

  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange} className={className}>
      <RadixTabs.List ref={list} aria-label={label} className={listLooks[variant]}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            data-tab={tab.value}
            // Set here for pages that the server renders, because Radix knows the selected tab only in the browser.
            tabIndex={tab.value === value ? 0 : -1}
            className={tabLooks[variant]}
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="text-xs font-normal text-muted-foreground tabular-nums">{tab.count}</span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  );
}

/** Content of the tab with the same `value`. */
export function TabPanel(panel: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...panel} />;
}
