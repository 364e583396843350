/**
 * Which schedulers may bind pods, for clusters that move from one to another. Input: the binding's review, settings, the pod's
 * labels and annotations. Output: allowed or denied, with the reason as a metric. Triggered by admission on every replica;
 * manager specification section 9.9.
 */
@NullMarked
package io.koordbridge.manager.handlers.bindingadmission;

import org.jspecify.annotations.NullMarked;
