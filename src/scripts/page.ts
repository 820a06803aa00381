import { startNavBar } from './nav-bar.ts';
import { startToasts } from './toasts.ts';

startNavBar();
startToasts();
