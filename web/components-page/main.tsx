import './page.css';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../platform/theme.ts';
import { ComponentsPage } from './ComponentsPage.tsx';

applyTheme();
const container = document.getElementById('root');
if (container) createRoot(container).render(<ComponentsPage />);
