/**
 * What the plugin knows about its NodeManager and its containers, as plain values, and the one class that reads them from Hadoop.
 */
package io.koordbridge.copilot.node;
