import { Navigate } from '@tanstack/react-router';

/** Leads to the administrator's dashboard with the same tab, search and filters. */
export function ToAdminDashboard() {
  return <Navigate from="/admin" to="/admin-dashboard" search={(given) => given} replace />;
}
