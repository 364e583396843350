package io.koordbridge.yarnoperator.drain;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.YarnContainerIds;

/**
 * An application master by its container.
 *
 * @param application empty when the container's id does not say
 */
@PureCore
public record NamedMaster(String application, String container) {

    /** Of the id of its container. */
    public static NamedMaster of(String container) {
        return new NamedMaster(YarnContainerIds.application(container).orElse(""), container);
    }

    static String text(String container) {
        NamedMaster one = of(container);
        return one.application().isEmpty() ? container : one.application();
    }
}
