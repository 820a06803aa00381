import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';

interface Props {
  children: ReactNode;
}

/**
 * Catches what a panel throws, most of all that its code could not be loaded (connection lost, new release):
 * the rest of the dashboard stays. Only loading the page anew asks for the code again.
 */
export class PanelBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="This part of the dashboard could not be opened"
        onRetry={() => window.location.reload()}
      />
    );
  }
}
