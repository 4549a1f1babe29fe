import { paths } from '../paths.ts';
import { Redirect, useSearchParameters } from '../platform/link.tsx';

/** Leads to the administrator's dashboard with the same tab, search and filters. */
export function ToAdminDashboard() {
  return <Redirect href={paths.admin(useSearchParameters())} />;
}
