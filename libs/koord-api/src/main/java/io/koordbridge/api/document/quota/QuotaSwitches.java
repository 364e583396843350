package io.koordbridge.api.document.quota;

import io.koordbridge.protocol.PureCore;

/**
 * Labels of a quota that are true or false.
 *
 * @param isParent whether quotas may hang below it
 * @param treeRoot whether it is the root of a tree
 * @param allowLent whether others may use the part of its minimum that it does not request; true unless the label says false
 * @param forceUpdate whether sums of minimums are not checked
 * @param ignoreDefaultTree whether the amounts of its tree are not taken from the default tree
 */
@PureCore
public record QuotaSwitches(
        boolean isParent, boolean treeRoot, boolean allowLent, boolean forceUpdate, boolean ignoreDefaultTree) {}
