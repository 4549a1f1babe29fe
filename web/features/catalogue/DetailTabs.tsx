import type { Resource } from '#contract/catalogue.ts';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { ApplicabilityPanel } from './ApplicabilityPanel.tsx';
import { DescriptionPanel } from './DescriptionPanel.tsx';
import { useIsPreview } from './use-preview.ts';
import { VideoPanel } from './VideoPanel.tsx';

const tabs = [
  { value: 'description', label: 'DESCRIPTION' },
  { value: 'applicability', label: 'APPLICABILITY' },
  { value: 'video', label: 'INSTRUCTIONAL VIDEO' },
];
const first = 'description';

/** What there is to know about a resource, in three tabs (DETAIL-09). */
export function DetailTabs({ resource }: { resource: Resource }) {
  const isPreview = useIsPreview();
  const [tab, change] = useAddressState({
    read: (search) => tabs.find(({ value }) => value === search.tab)?.value ?? first,
    addressOf: (value) =>
      paths.resource(resource.id, { tab: value === first ? '' : value, preview: isPreview ? 'true' : undefined }),
  });
  return (
    <Tabs
      label="About this resource"
      tabs={tabs}
      value={tab}
      onValueChange={(value) => change(value, { replace: true })}
      className="min-w-0 max-sm:[&>[role=tablist]]:gap-3.5! max-sm:[&_[role=tab]]:text-xs!"
    >
      <TabPanel value="description" className="max-w-168 pt-6">
        <DescriptionPanel resource={resource} />
      </TabPanel>
      <TabPanel value="applicability" className="max-w-168 pt-6">
        <ApplicabilityPanel resource={resource} />
      </TabPanel>
      <TabPanel value="video" className="pt-6">
        <VideoPanel resource={resource} />
      </TabPanel>
    </Tabs>
  );
}
