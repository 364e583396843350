package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.yarn.YarnMastersReader;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.resourcemanager.KnownMasters;
import org.jspecify.annotations.Nullable;

/**
 * What the annotation {@code yarn-masters} says; one that cannot be read leaves what was known before.
 *
 * @param text of the annotation, empty without one
 * @param known by it
 * @param problem what cannot be read, null when nothing
 */
@PureCore
record MastersReading(
        String text, KnownMasters known, @Nullable String problem) {

    /** Before a node was looked at. */
    static final MastersReading UNREAD = new MastersReading("", KnownMasters.BY_ID, null);

    /** After a look. */
    MastersReading next(Node node) {
        String said = AnnotationCodec.text(node, Annotations.NODE_YARN_MASTERS).orElse("");
        if (said.equals(text)) {
            return this;
        }
        Decoded<KnownMasters> read = YarnMastersReader.read(node).map(KnownMasters::of);
        return new MastersReading(
                said, read.isGood() ? read.orElse(KnownMasters.BY_ID) : known, NodeProblems.joined(node, read));
    }
}
