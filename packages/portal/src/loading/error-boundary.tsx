import { Component } from 'react';
import type { ReactNode } from 'react';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Shown in place of the children when one of them has thrown. */
  fallback: (error: unknown) => ReactNode;
};

type CaughtError = { error: unknown } | null;

/** Limits an error in its children to this part of the page. React offers error boundaries to class components only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: CaughtError }> {
  static getDerivedStateFromError(error: unknown): { failure: CaughtError } {
    return { failure: { error } };
  }

  override state: { failure: CaughtError } = { failure: null };

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
