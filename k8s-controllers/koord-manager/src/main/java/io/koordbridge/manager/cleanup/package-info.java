/**
 * What the product leaves when it is removed, and how it is taken away ({@code koord-manager --clean-up}). Input: Nodes, reports
 * and objects as they are on the server. Output: patches and deletions. Triggered by the hook of {@code helm uninstall}; the
 * order is that of the operations guide, "Removing it".
 */
@NullMarked
package io.koordbridge.manager.cleanup;

import org.jspecify.annotations.NullMarked;
