#include "Shared.hpp"

#include "Numbers.hpp"

namespace reader {

using namespace TagLib;

void set_properties(tr_contents &view, const char *container, const char *codec, const AudioProperties *properties) {
    view.container = container;
    view.codec = codec;
    if (properties) {
        view.duration = properties->lengthInMilliseconds();
        view.bit_rate = kilobits(1000.0 * properties->bitrate());
        view.sample_rate = properties->sampleRate();
        view.channels = properties->channels();
    }
    view.ask_for_streams = !codec || view.sample_rate <= 0 || view.duration <= 0;
}

}
