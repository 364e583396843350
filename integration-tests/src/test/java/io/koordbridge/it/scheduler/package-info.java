/** The extender as a process of its own behind a stock kube-scheduler on a real API server. */
package io.koordbridge.it.scheduler;
