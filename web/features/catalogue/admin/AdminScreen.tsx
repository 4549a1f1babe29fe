import { paths } from '../../../paths.ts';
import { useGo, useSearchParameters } from '../../../platform/link.tsx';
import { usePage } from '../../../platform/page.ts';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { useMember } from '../../accounts/api.ts';
import { PromoCodesPanel } from '../../promotions/admin/PromoCodesPanel.tsx';
import { SubscriptionsPanel } from '../../subscriptions/admin/SubscriptionsPanel.tsx';
import { AddProduct } from '../../tools/admin/AddProduct.tsx';
import { OnlineProducts } from '../../tools/admin/OnlineProducts.tsx';
import { AccessDenied } from './AccessDenied.tsx';
import { AddResource } from './AddResource.tsx';
import { ResourcesPanel } from './ResourcesPanel.tsx';

const tabs = [
  { value: 'resources', label: 'Resources', Panel: ResourcesPanel, Actions: AddResource },
  { value: 'online-products', label: 'Online Products', Panel: OnlineProducts, Actions: AddProduct },
  { value: 'subscriptions', label: 'Subscriptions', Panel: SubscriptionsPanel, Actions: null },
  { value: 'promo-codes', label: 'Promo Codes', Panel: PromoCodesPanel, Actions: null },
] as const;

/** The administrator's dashboard (ADM-01, ADM-02). */
export function AdminScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <AdminDashboard /> : <AccessDenied />;
}

function AdminDashboard() {
  const go = useGo();
  const { tab } = useSearchParameters();
  const { value, Panel, Actions } = tabs.find((one) => one.value === tab) ?? tabs[0];
  usePage('Admin Dashboard');
  return (
    <>
      <PageHeading title="Admin Dashboard" className="mb-5!" actions={Actions ? <Actions /> : null} />
      <Tabs
        label="Admin sections"
        tabs={[...tabs]}
        value={value}
        onValueChange={(next) => void go(paths.admin({ tab: next === 'resources' ? undefined : next }))}
      >
        <TabPanel value={value} className="mt-8">
          <Panel />
        </TabPanel>
      </Tabs>
    </>
  );
}
