package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.YarnMasters;
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
        try {
            KnownMasters now = AnnotationCodec.read(node, Annotations.NODE_YARN_MASTERS, YarnMasters.class)
                    .map(KnownMasters::of)
                    .orElse(KnownMasters.BY_ID);
            return new MastersReading(said, now, null);
        } catch (BadAnnotationException e) {
            return new MastersReading(said, known, e.getMessage());
        }
    }
}
