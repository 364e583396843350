package io.koordbridge.colo.terminal;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Addresses of processes, refused early when they cannot be one. */
public final class HttpAddress implements ITypeConverter<URI> {

    @Override
    public URI convert(String given) {
        try {
            return parse(given, "option");
        } catch (BadAddressException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    static URI parse(String given, String from) {
        try {
            URI address = new URI(given.strip());
            String scheme = address.getScheme();
            if (address.getHost() != null && ("http".equals(scheme) || "https".equals(scheme))) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw new BadAddressException(given, from);
        }
        throw new BadAddressException(given, from);
    }
}
