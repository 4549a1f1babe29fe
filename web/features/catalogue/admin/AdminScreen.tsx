import { ShieldX } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { AppLink, useGo } from '../../../platform/link.tsx';
import { usePage } from '../../../platform/page.ts';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import { useMember } from '../../accounts/api.ts';
import { AddResource } from './AddResource.tsx';
import { ResourcesPanel } from './ResourcesPanel.tsx';

const tabs = [{ value: 'resources', label: 'Resources' }];

/** The administrator's dashboard (ADM-01, ADM-02). */
export function AdminScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <AdminDashboard /> : <AccessDenied />;
}

function AdminDashboard() {
  const go = useGo();
  usePage('Admin Dashboard');
  return (
    <>
      <PageHeading title="Admin Dashboard" className="mb-5!" actions={<AddResource />} />
      <Tabs label="Admin sections" tabs={tabs} value="resources" onValueChange={() => void go(paths.admin())}>
        <TabPanel value="resources" className="mt-8">
          <ResourcesPanel />
        </TabPanel>
      </Tabs>
    </>
  );
}

function AccessDenied() {
  usePage('Access Denied');
  return (
    <Card className="mx-auto max-w-152">
      <PageHeading
        above={<ShieldX size={32} className="text-destructive" />}
        title="Access Denied"
        subtitle="Administrator privileges are needed to see this page."
      />
      <AppLink href={paths.dashboard()} className={buttonClasses({})}>
        Go to Dashboard
      </AppLink>
    </Card>
  );
}
