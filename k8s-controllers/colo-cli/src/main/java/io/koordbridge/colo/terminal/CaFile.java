package io.koordbridge.colo.terminal;

import io.koordbridge.protocol.tls.Authorities;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Files with certificate authorities, refused early when they hold none. */
public final class CaFile implements ITypeConverter<Authorities> {

    @Override
    public Authorities convert(String file) {
        try {
            return Authorities.of(file, Files.readString(Path.of(file), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new TypeConversionException("'" + file + "' cannot be read");
        } catch (CertificateException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
